import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { fetchPrivacy } from './privacy.api.ts'
import { forgetPrivacy, takePrivacy, usePrivacy } from './privacy.store.ts'

onLive('privacy:updated', ({ settings }) => takePrivacy(settings))
onResync('privacy', async () => {
  if (usePrivacy.getState().settings) await loadPrivacy()
})
onReset(forgetPrivacy)

/** Throws ApiError. */
export async function loadPrivacy(): Promise<true> {
  takePrivacy(await fetchPrivacy())
  return true
}
