import { BRAND } from '#contract/brand.ts'
import type { HouseNameView } from '#contract/site.house-name.ts'
import { recordAdminAction } from '../audit/audit-log.ts'
import { bus } from '#server/platform/bus.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { signMailsAs } from '#server/platform/mail/mail-layout.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { loadSetting, writeSetting } from './site-settings.store.ts'

const SETTING = 'name'

let current: HouseNameView = { name: BRAND.name, rev: 0 }

/** What the site calls itself now: on pages, in mails, in authenticator apps. */
export const houseName = (): string => current.name
signMailsAs(houseName)

/** The same, as admins see it. */
export const houseNameView = (): HouseNameView => current

/** Reads the stored name. While the store is away, the name stays as it was. */
export async function loadHouseName(): Promise<void> {
  try {
    adopt(await load())
  } catch (error) {
    if (!isStoreOutage(error)) throw error
  }
}

async function load(tx?: Transaction): Promise<HouseNameView> {
  const stored = await loadSetting(SETTING, tx)
  return stored ? { name: stored.value['name'] as string, rev: stored.rev } : { name: BRAND.name, rev: 0 }
}

function adopt(view: HouseNameView): void {
  if (view.rev >= current.rev) current = view
}

/** Renames the site, in all processes. The same name again changes nothing. */
export async function renameHouse(admin: Viewer, name: string): Promise<HouseNameView> {
  const renamed = await transact(async (tx) => {
    const before = await load(tx)
    if (before.name === name) return before
    await recordAdminAction(tx, {
      admin,
      action: 'house.name',
      before: { name: before.name },
      after: { name },
    })
    const { rev } = await writeSetting(SETTING, { name }, tx)
    tx.emit('setting:changed', { matter: SETTING })
    return { name, rev }
  })
  adopt(renamed)
  return renamed
}

/** Each process reads the name again when any of them has changed it, or may have. Returns how to stop. */
export function followHouseName(): () => void {
  const stops = [
    bus.onCluster('setting:changed', ({ matter }) => (matter === SETTING ? loadHouseName() : undefined)),
    bus.onCluster('changes:untold', loadHouseName),
  ]
  return () => stops.forEach((stop) => stop())
}
