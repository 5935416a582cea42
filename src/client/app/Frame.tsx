import { Announcement } from '#client/features/site/announcement/Announcement.tsx'
import { AppLoading } from './AppLoading.tsx'
import { PageOutlet } from './PageOutlet.tsx'

/** Pages without the shared layout. */
export const Frame = () => (
  <>
    <Announcement />
    <PageOutlet fallback={<AppLoading />} />
  </>
)
