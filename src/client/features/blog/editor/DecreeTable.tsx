import type { StoredBlogCard } from '#client/features/blog/data/blog.store.ts'
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useDecreeCard } from '#client/features/blog/data/blog.store.ts'
import { DecreeDate, ScheduledFor } from '#client/features/blog/Byline.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { IconButton, iconButtonClass } from '#client/ui/IconButton.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'

export interface DecreeActions {
  onToggle: (decree: StoredBlogCard) => void
  onDelete: (decree: StoredBlogCard) => void
  /** Whether an action on this decree is pending. */
  isPending: (id: string) => boolean
}

/** Every decree, drafts too (product section 2, Blog). */
export const DecreeTable = ({ ids, ...actions }: DecreeActions & { ids: readonly string[] }) => (
  <Table label="Decrees" rows>
    <thead>
      <tr>
        <HeadCell>Title</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell>Created</HeadCell>
        <HeadCell>Author</HeadCell>
        <HeadCell>Actions</HeadCell>
      </tr>
    </thead>
    <tbody>
      {ids.map((id) => (
        <Row key={id} id={id} {...actions} />
      ))}
    </tbody>
  </Table>
)

const Row = ({ id, ...actions }: DecreeActions & { id: string }) => {
  const decree = useDecreeCard(id)
  if (!decree) return null
  return (
    <tr>
      <Cell>
        <div className="py-1.5">
          <Link to={`/blog/${decree.slug}`} className="block max-w-80 font-semibold hover:underline">
            <span className="line-clamp-2" dir="auto">
              {decree.title}
            </span>
          </Link>
          <span className="block max-w-80 truncate text-sm text-ink-faint">/{decree.slug}</span>
        </div>
      </Cell>
      <Cell label="Status">
        <Status decree={decree} />
      </Cell>
      <Cell label="Created" className="whitespace-nowrap">
        <DecreeDate at={decree.createdAt} />
      </Cell>
      <Cell label="Author">{decree.author?.displayName ?? 'Unknown Author'}</Cell>
      <Cell label="Actions">
        <Actions decree={decree} {...actions} />
      </Cell>
    </tr>
  )
}

const Status = ({ decree: { published, publishAt } }: { decree: StoredBlogCard }) => {
  if (published) return <Badge tone="live">Published</Badge>
  if (!publishAt) return <Badge>Draft</Badge>
  return (
    <Badge tone="brass">
      <ScheduledFor at={publishAt} />
    </Badge>
  )
}

const Actions = ({ decree, onToggle, onDelete, isPending }: DecreeActions & { decree: StoredBlogCard }) => (
  <div className="flex gap-1">
    <IconButton
      label={`${decree.published ? 'Take back' : 'Publish'} ${decree.title}`}
      size="sm"
      icon={decree.published ? <EyeOff /> : <Eye />}
      pending={isPending(decree.id)}
      onClick={() => onToggle(decree)}
    />
    <Link
      to={`/blog-admin/decree?id=${decree.id}`}
      className={iconButtonClass({ size: 'sm' })}
      aria-label={`Revise ${decree.title}`}
      data-tooltip={`Revise ${decree.title}`}
    >
      <Pencil />
    </Link>
    <IconButton label={`Burn ${decree.title}`} size="sm" icon={<Trash2 />} onClick={() => onDelete(decree)} />
  </div>
)
