import { FEATURES } from '#server/boot/features.ts'
import { readArguments } from './command-line.ts'
import { say, withStore } from './with-store.ts'

/**
 * `npm run reseal`: encrypts everything again that an older SESSION_SECRET has encrypted, with the newest one, so
 * that the older one can go. See docs/OPERATIONS.md, 'Rotating secrets'.
 */
async function resealAll(): Promise<void> {
  let lost = 0
  for (const { seals = {} } of FEATURES)
    for (const { title, reseal } of Object.values(seals)) {
      const counts = await reseal()
      lost += counts.lost
      const unreadable = counts.lost > 0 ? `, ${counts.lost} cannot be decrypted with any SESSION_SECRET` : ''
      say(`${title}: ${counts.seen}, encrypted again ${counts.changed}${unreadable}.`)
    }
  if (lost === 0) return say('The newest SESSION_SECRET decrypts everything: older ones may go.')
  say('Put the secret that encrypted the rest into SESSION_SECRET as well, and run this command again.')
  process.exitCode = 1
}

readArguments({
  usage: 'npm run reseal',
  about:
    'Encrypts everything with the newest SESSION_SECRET that an older one has encrypted, so that the older one may go.',
})
await withStore(() => resealAll)
