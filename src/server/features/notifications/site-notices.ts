import type { ActorView } from '#contract/people.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { notify } from './notices.service.ts'
import type { Notice } from './notices-write.ts'

/** The sender of the site's notices: a reserved name without an account; the admin stays anonymous. */
const house = (): ActorView => ({
  id: '0'.repeat(24),
  handle: 'royalflush',
  displayName: houseName(),
  avatarUrl: null,
})

type WithoutActor<N> = N extends Notice ? Omit<N, 'actor' | 'ownerId'> : never

/** Makes a notification from the site itself. */
export const notifyFromSite = (tx: Transaction, notice: WithoutActor<Notice>): Promise<void> =>
  notify(tx, { ...notice, actor: house() })
