import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { IconButton } from './IconButton.tsx'
import './BackBar.css'

/**
 * The head of a page, with a link to the previous page, or to the home page when there is none within the
 * app. `children`: what belongs to the page as a whole, at its end.
 */
export const BackBar = ({ title, children }: { title: string; children?: ReactNode }) => {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return (
    <div className="rf-back-bar" data-head>
      <IconButton
        label="Back"
        icon={<ArrowLeft />}
        tooltip="bottom"
        onClick={() => void (isFirst ? navigate('/') : navigate(-1))}
      />
      <h1 className="rf-back-bar-title" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}
