import { Download } from 'lucide-react'
import { buttonClass } from '#client/ui/Button.tsx'

/** Downloads figures as CSV. `label` says which, where the page has several. */
export const FileLink = ({ href, label }: { href: string; label?: string }) => (
  <a className={buttonClass({ size: 'sm' })} href={href} download aria-label={label}>
    <Download />
    CSV
  </a>
)
