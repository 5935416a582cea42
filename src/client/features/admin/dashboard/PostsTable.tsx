import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminPostView } from '#contract/admin.ts'
import { removePost, setPostNsfw } from '#client/features/admin/data/posts-rows.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Link } from '#client/ui/Link.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Num } from '#client/ui/Num.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'

/** One row for each post: text, author, counts and the two actions. */
export const PostsTable = ({ posts }: { posts: readonly AdminPostView[] }) => {
  const { pending, isPending, run } = useWrite()
  const mayDelete = useViewer()?.isAdmin ?? false
  const [toDelete, setToDelete] = useState<AdminPostView | null>(null)
  const mark = ({ id, nsfw }: AdminPostView) =>
    run({
      target: id,
      write: () => setPostNsfw(id, !nsfw),
      done: 'NSFW status updated',
      failed: { title: 'Error', sentence: 'Failed to update NSFW status' },
    })
  const remove = async ({ id, rev }: AdminPostView) => {
    await run({
      target: id,
      write: () => removePost({ id, rev }),
      done: 'Post deleted',
      failed: { title: 'Error', sentence: 'Failed to delete post' },
    })
    setToDelete(null)
  }
  return (
    <>
      <Table label="Posts" rows className="mt-4">
        <thead>
          <tr>
            <HeadCell>Post</HeadCell>
            <HeadCell>Author</HeadCell>
            <HeadCell numeric>Reactions</HeadCell>
            <HeadCell numeric>Comments</HeadCell>
            <HeadCell>NSFW</HeadCell>
            {mayDelete && <HeadCell>Delete</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <Row
              key={post.id}
              post={post}
              busy={isPending(post.id)}
              onMark={() => void mark(post)}
              onDelete={mayDelete ? () => setToDelete(post) : null}
            />
          ))}
        </tbody>
      </Table>
      <AlertDialog
        open={toDelete !== null}
        onOpenChange={(open) => !open && setToDelete(null)}
        title="Delete this post?"
        description="This also deletes its comments, reactions and files. You cannot undo it."
        confirmLabel="Delete"
        pending={pending}
        pendingLabel="Deleting..."
        onConfirm={() => toDelete && void remove(toDelete)}
      />
    </>
  )
}

interface RowProps {
  post: AdminPostView
  busy: boolean
  onMark: () => void
  /** Null for moderators, who remove posts through a report. */
  onDelete: (() => void) | null
}

const Row = ({ post, busy, onMark, onDelete }: RowProps) => (
  <tr>
    <Cell>
      <div className="min-w-0 leading-4.5 md:max-w-96 md:min-w-56">
        <Link to={`/p/${post.id}`} className="one-line block hover:underline" dir="auto">
          {post.text || 'Without words'}
        </Link>
        <span className="flex items-center gap-2 text-xs text-ink-faint">
          <RelativeTime at={post.createdAt} />
          {post.mediaUrl && <Badge>Media</Badge>}
        </span>
      </div>
    </Cell>
    <Cell label="Author">
      <div className="max-w-48 min-w-0 leading-4.5">
        <span className="one-line block">{post.author.displayName}</span>
        <TextLink tone="quiet" className="one-line block text-xs" to={`/u/${post.author.handle}`}>
          @{post.author.handle}
        </TextLink>
      </div>
    </Cell>
    <Cell numeric label="Reactions">
      <Num value={post._count.reactions} />
    </Cell>
    <Cell numeric label="Comments">
      <Num value={post._count.comments} />
    </Cell>
    <Cell short label="NSFW">
      <Switch
        aria-label={`The post of @${post.author.handle} is NSFW`}
        checked={post.nsfw}
        pending={busy}
        onChange={onMark}
      />
    </Cell>
    {onDelete && (
      <Cell short label="Delete">
        <IconButton
          label={`Delete the post of @${post.author.handle}`}
          size="sm"
          icon={<Trash2 />}
          onClick={onDelete}
        />
      </Cell>
    )}
  </tr>
)
