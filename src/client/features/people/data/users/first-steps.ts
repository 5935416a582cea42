import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer, updateViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { createStore } from '#client/live/create-store.ts'
import { api, onWritten } from '#client/live/http.ts'
import { browserStorage } from '#client/ui/storage.ts'

export const FIRST_STEPS = ['face', 'people', 'drop'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const keyOf = (viewerId: string): string => `rf-first-step:${viewerId}`

interface FirstStepsState {
  step: FirstStep
}

/** On this device a person goes on where they stopped. */
export const useFirstSteps = createStore<FirstStepsState>(() => ({ step: 'face' }))

followViewer((viewerId) => {
  const kept = browserStorage.read(keyOf(viewerId))
  useFirstSteps.setState({ step: FIRST_STEPS.find((step) => step === kept) ?? 'face' })
})

export function goToStep(step: FirstStep): void {
  useFirstSteps.setState({ step })
  const viewer = currentViewer()
  if (viewer) browserStorage.keep(keyOf(viewer.id), step)
}

/** Ends them permanently, in every tab and on every device. Throws ApiError. */
export async function endFirstSteps(): Promise<void> {
  await api.delete('/api/users/me/newcomer')
  const viewer = currentViewer()
  if (!viewer) return
  browserStorage.remove(keyOf(viewer.id))
  updateViewer({ ...viewer, isNewcomer: false })
}

// The last step is done with the first drop, wherever it is written.
onWritten((write) => {
  if (write !== 'POST /api/posts' || !currentViewer()?.isNewcomer) return
  // When it fails, the person can dismiss them.
  if (useFirstSteps.getState().step === 'drop') void endFirstSteps().catch(() => undefined)
})
