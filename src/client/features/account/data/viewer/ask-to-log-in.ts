import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'
import { tabStorage } from '#client/ui/storage.ts'
import { toast } from '#client/ui/toast.ts'
import { withNext } from './with-next.ts'
import { storeAct } from './wanted-act.ts'
import type { WantedAct } from './wanted-act.ts'

/** What the visitor has tried, and the page that shows its result. */
interface Asked {
  act: WantedAct
  next: string
}

/** Null while nothing is asked. The sheet is in account/login. */
export const useAsked = createStore<{ asked: Asked | null }>(() => ({ asked: null }))
export const closeAsked = (): void => useAsked.setState({ asked: null })
onReset(closeAsked)

const ASKED_KEY = 'royal-flush:asked-to-join'

interface AskOptions {
  title?: string
  act?: WantedAct
  /** The page that shows the result; without it that of the post, or the present one. */
  next?: string
}

const pageOf = (act: WantedAct | undefined): string =>
  act?.kind === 'react' || act?.kind === 'comment' || act?.kind === 'vote'
    ? `/p/${act.id}`
    : location.pathname + location.search

/**
 * Asks a visitor to log in (product section 5). The first act in a tab opens the sheet that offers an account;
 * later ones have links to both in the toast. After either, the act is done (DECISIONS row 225).
 */
export function askToLogIn(
  description: string | null,
  { title = 'Login required', act, next = pageOf(act) }: AskOptions = {},
): void {
  const opensSheet = act !== undefined && tabStorage.read(ASKED_KEY) === null
  if (act) storeAct(act)
  if (opensSheet) {
    tabStorage.keep(ASKED_KEY, 'yes')
    useAsked.setState({ asked: { act, next } })
  }
  toast({
    title,
    ...(description !== null && { description }),
    ...(!opensSheet && {
      action: { label: 'Create account', to: withNext('/register', next) },
      secondAction: { label: 'Log in', to: withNext('/login', next) },
    }),
  })
}
