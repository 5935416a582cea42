import { useNavigate } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { BackBar } from '#client/ui/BackBar.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ComposeForm } from './ComposeForm.tsx'

/** /compose (product section 2); after posting one is home. */
export const ComposePage = () => {
  const viewer = useRequiredViewer()
  const navigate = useNavigate()
  usePageTitle(TITLES['/compose'])
  return (
    <>
      <BackBar title="Compose" />
      <ComposeForm viewer={viewer} onPosted={() => void navigate('/')} />
    </>
  )
}
