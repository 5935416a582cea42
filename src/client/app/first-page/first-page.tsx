import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { RenderPage } from '#contract/site.first-page.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { seedStores } from '#client/live/create-store.ts'
import { resetStores } from '#client/live/registry.ts'
import { App } from '../App.tsx'
import { AppLoading } from '../AppLoading.tsx'
import { prepareSeed } from './seed.ts'

/**
 * Renders a page for the server's HTML, from the components of the page itself. The browser hydrates it from
 * the same data (`main.tsx`). Built beside the page (vite.config.ts); the server loads the result and never
 * these sources.
 */
export const renderPage: RenderPage = async (data, path) => {
  if (data.page.kind === 'loading') return renderToString(<AppLoading />)
  const seed = await prepareSeed(data, path)
  // From here on nothing is asynchronous: the stores hold one page at a time.
  try {
    seed(data.at)
    return renderToString(
      <StaticRouter location={path}>
        <App />
      </StaticRouter>,
    )
  } finally {
    seedStores(() => {
      resetStores()
      useViewerStore.setState(useViewerStore.getInitialState(), true)
    })
  }
}
