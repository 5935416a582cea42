import { useState } from 'react'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { menuTrigger } from '#client/ui/Menu.tsx'
import { late, useLate } from '#client/ui/late.ts'
import { ShareButton } from './ShareButton.tsx'

const opened = late<{ post: ShownPost }>(async () => (await import('./OpenedShareMenu.tsx')).OpenedShareMenu)

/** As with the post menu: a button, until somebody wants it. */
export const ShareMenu = ({ post }: { post: ShownPost }) => {
  const [wanted, setWanted] = useState(false)
  const Opened = useLate(opened, wanted, () => setWanted(false))
  if (wanted && Opened) return <Opened post={post} />
  return <ShareButton disabled={post.sending} {...menuTrigger(() => setWanted(true), opened)} />
}
