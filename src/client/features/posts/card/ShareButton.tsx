import { Share2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '#client/ui/IconButton.tsx'

type ShareButtonProps = Omit<ComponentProps<typeof IconButton>, 'label' | 'icon'>

/** At the end of a post's actions. */
export const ShareButton = (props: ShareButtonProps) => (
  <IconButton {...props} size="sm" label="Share" icon={<Share2 />} tooltip={false} />
)
