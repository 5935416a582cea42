import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '#client/ui/TextLink.tsx'

/** The link back, above a title of the blog. */
export const WayBack = ({ to, children }: { to: string; children: ReactNode }) => (
  <TextLink to={to} tone="quiet" className="s-blog-back">
    <ArrowLeft />
    {children}
  </TextLink>
)
