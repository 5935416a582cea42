import { useCallback } from 'react'
import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { browserStorage } from '#client/ui/storage.ts'
import type { PushQuestionProps } from './PushQuestion.tsx'

/** Kept on the device once the person has answered. */
const ANSWERED = 'royal-flush:push-asked'

const useAsking = createStore<{ asks: boolean }>(() => ({ asks: false }))
onReset(() => useAsking.setState({ asks: false }))

const { Late: PushQuestion } = lazyComponent<PushQuestionProps>(
  async () => (await import('./PushQuestion.tsx')).PushQuestion,
)

/**
 * After the person has written a comment or an answer: asks once on each device whether pushes should tell about
 * what others answer. Not where the browser cannot, or has been asked before.
 */
export function askAboutPushes(): void {
  const isOpen = 'PushManager' in window && 'Notification' in window && Notification.permission === 'default'
  if (isOpen && !browserStorage.read(ANSWERED)) useAsking.setState({ asks: true })
}

/** The question, where it is asked. */
export const PushQuestionSlot = () => {
  const asks = useAsking((state) => state.asks)
  const onAnswered = useCallback(() => {
    browserStorage.keep(ANSWERED, 'yes')
    useAsking.setState({ asks: false })
  }, [])
  return asks && <PushQuestion onAnswered={onAnswered} />
}
