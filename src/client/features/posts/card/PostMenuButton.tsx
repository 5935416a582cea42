import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '#client/ui/IconButton.tsx'

type PostMenuButtonProps = Omit<ComponentProps<typeof IconButton>, 'label' | 'icon'>

/** The three dots at the head of a post. */
export const PostMenuButton = (props: PostMenuButtonProps) => (
  <IconButton {...props} size="sm" label="Post options" icon={<Ellipsis />} tooltip={false} />
)
