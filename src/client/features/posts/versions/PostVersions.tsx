import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import { fetchVersions } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { EditHistory } from './EditHistory.tsx'

export interface PostVersionsProps {
  post: ShownPost
  open: boolean
  onClose: () => void
}

/** What an edited post said before. */
export const PostVersions = ({
  post: { id, text, editedAt, createdAt },
  open,
  onClose,
}: PostVersionsProps) => {
  usePauseDrops(open)
  const post = {
    key: ['posts', id] as const,
    text,
    at: editedAt ?? createdAt,
    fetch: (signal: AbortSignal) => fetchVersions(id, signal),
  }
  return <EditHistory of={post} open={open} onClose={onClose} />
}
