import { useState } from 'react'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { menuTrigger } from '#client/ui/Menu.tsx'
import { late, useLate } from '#client/ui/late.ts'
import { PostMenuButton } from './PostMenuButton.tsx'

export interface PostMenuProps {
  post: ShownPost
  /** The post has left the screen by what was done here. */
  onGone?: (() => void) | undefined
}

const opened = late<PostMenuProps>(async () => (await import('./OpenedPostMenu.tsx')).OpenedPostMenu)

/** A feed is full of these and few are ever opened: until then each is a button. */
export const PostMenu = (props: PostMenuProps) => {
  const [wanted, setWanted] = useState(false)
  const Opened = useLate(opened, wanted, () => setWanted(false))
  if (wanted && Opened) return <Opened {...props} />
  return <PostMenuButton disabled={props.post.sending} {...menuTrigger(() => setWanted(true), opened)} />
}
