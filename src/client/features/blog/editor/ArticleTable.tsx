import type { StoredBlogCard } from '#client/features/blog/data/blog.store.ts'
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useArticleCard } from '#client/features/blog/data/blog.store.ts'
import { ArticleDate, ScheduledFor } from '#client/features/blog/Byline.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { IconButton, iconButtonClass } from '#client/ui/IconButton.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'

export interface ArticleActions {
  onToggle: (article: StoredBlogCard) => void
  onDelete: (article: StoredBlogCard) => void
  /** Whether an action on this article is pending. */
  isPending: (id: string) => boolean
}

/** Every article, drafts too (product section 2, Blog). */
export const ArticleTable = ({ ids, ...actions }: ArticleActions & { ids: readonly string[] }) => (
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

const Row = ({ id, ...actions }: ArticleActions & { id: string }) => {
  const article = useArticleCard(id)
  if (!article) return null
  return (
    <tr>
      <Cell>
        <div className="py-1.5">
          <Link to={`/blog/${article.slug}`} className="block max-w-80 font-semibold hover:underline">
            <span className="line-clamp-2" dir="auto">
              {article.title}
            </span>
          </Link>
          <span className="block max-w-80 truncate text-sm text-ink-faint">/{article.slug}</span>
        </div>
      </Cell>
      <Cell label="Status">
        <Status article={article} />
      </Cell>
      <Cell label="Created" className="whitespace-nowrap">
        <ArticleDate at={article.createdAt} />
      </Cell>
      <Cell label="Author">{article.author?.displayName ?? 'Unknown Author'}</Cell>
      <Cell label="Actions">
        <Actions article={article} {...actions} />
      </Cell>
    </tr>
  )
}

const Status = ({ article: { published, publishAt } }: { article: StoredBlogCard }) => {
  if (published) return <Badge tone="live">Published</Badge>
  if (!publishAt) return <Badge>Draft</Badge>
  return (
    <Badge tone="brass">
      <ScheduledFor at={publishAt} />
    </Badge>
  )
}

const Actions = ({
  article,
  onToggle,
  onDelete,
  isPending,
}: ArticleActions & { article: StoredBlogCard }) => (
  <div className="flex gap-1">
    <IconButton
      label={`${article.published ? 'Take back' : 'Publish'} ${article.title}`}
      size="sm"
      icon={article.published ? <EyeOff /> : <Eye />}
      pending={isPending(article.id)}
      onClick={() => onToggle(article)}
    />
    <Link
      to={`/blog-admin/decree?id=${article.id}`}
      className={iconButtonClass({ size: 'sm' })}
      aria-label={`Revise ${article.title}`}
      data-tooltip={`Revise ${article.title}`}
    >
      <Pencil />
    </Link>
    <IconButton
      label={`Burn ${article.title}`}
      size="sm"
      icon={<Trash2 />}
      onClick={() => onDelete(article)}
    />
  </div>
)
