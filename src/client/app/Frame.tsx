import { AppLoading } from './AppLoading.tsx'
import { PageOutlet } from './PageOutlet.tsx'

/** Pages that stand alone, without the shared layout. */
export const Frame = () => <PageOutlet fallback={<AppLoading />} />
