import { browserStorage } from '#client/ui/storage.ts'

type Erase = (viewerId: string) => Promise<void>

const erasures = new Set<Erase>()

/** Registers how a domain erases its data in this browser, apart from localStorage. */
export const onDeviceErasure = (erase: Erase): void => void erasures.add(erase)

/** Erases everything this browser stores about a person: drafts, unsent messages, files. */
export async function eraseDeviceData(viewerId: string): Promise<void> {
  for (const key of browserStorage.keys('')) if (key.includes(viewerId)) browserStorage.remove(key)
  await Promise.all([...erasures].map((erase) => erase(viewerId)))
}
