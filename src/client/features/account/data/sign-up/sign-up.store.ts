import type { SignUpMode } from '#contract/account.sign-up.constants.ts'
import { createStore } from '#client/live/create-store.ts'

/** Who may sign up. The server decides anyway. It is nobody's own: a log-out leaves it. */
export const useSignUp = createStore<{ mode: SignUpMode }>(() => ({ mode: 'open' }))

/** What the document was rendered from; documents of members do not say it. */
export const seedSignUp = (mode: SignUpMode = 'open'): void => useSignUp.setState({ mode })
