import { Crown } from 'lucide-react'
import { useState } from 'react'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { useServerRendered } from '#client/ui/useHydrating.ts'

const card = lazyComponent<object>(async () => (await import('./WelcomeCard.tsx')).WelcomeCard)

/** The first steps of a new account, until they are done or dismissed. */
export const WelcomeSlot = () => (useViewer()?.isNewcomer ? <Welcome /> : null)

/** In a document of the server it is only a line, so that nothing moves: the person opens it. */
const Welcome = () => {
  const serverRendered = useServerRendered()
  const [wasOpened, setOpened] = useState(false)
  const isOpen = wasOpened || !serverRendered
  const WelcomeCard = useLazy(card, isOpen)
  if (isOpen) return <div className="min-h-80">{WelcomeCard && <WelcomeCard />}</div>
  return (
    <div className="flex items-center gap-3 border-b border-hairline bg-brass-wash px-4 py-2 sm:px-5">
      <Crown className="size-5 shrink-0 text-brass-ink" />
      <p className="one-line min-w-0 flex-1 font-semibold">Be presented at court</p>
      <Button size="sm" onClick={() => setOpened(true)}>
        Continue
      </Button>
    </div>
  )
}
