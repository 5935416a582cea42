import { AppLoading } from './AppLoading.tsx'
import { PageOutlet } from './PageOutlet.tsx'

/** Pages without the shared layout. */
export const Frame = () => <PageOutlet fallback={<AppLoading />} />
