import { ArrowLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { IconButton } from './IconButton.tsx'
import './BackBar.css'

/** A page's head with the way back to where one came from; whoever came from outside goes home. */
export const BackBar = ({ title }: { title: string }) => {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return (
    <div className="rf-back-bar">
      <IconButton
        label="Back"
        icon={<ArrowLeft />}
        tooltip="bottom"
        onClick={() => void (isFirst ? navigate('/') : navigate(-1))}
      />
      <h1 className="rf-back-bar-title" tabIndex={-1}>
        {title}
      </h1>
    </div>
  )
}
