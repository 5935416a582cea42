import { BRAND } from '#contract/brand.ts'
import type { ActorView } from '#contract/people.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { notify, type Notice } from './notifications.service.ts'

/**
 * Who speaks for the site: no account bears this reserved name, and which admin it was is nobody's business.
 */
const HOUSE: ActorView = {
  id: '0'.repeat(24),
  handle: 'royalflush',
  displayName: BRAND.name,
  avatarUrl: null,
}

type WithoutActor<N> = N extends Notice ? Omit<N, 'actor' | 'ownerId'> : never

/** Tells a person something that the site itself has to say. */
export const notifyFromSite = (tx: Transaction, notice: WithoutActor<Notice>): Promise<void> =>
  notify(tx, { ...notice, actor: HOUSE })
