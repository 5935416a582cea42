import { BRAND } from '#contract/brand.ts'
import { migrations } from '#server/migrations/index.ts'
import { collections as models, FEATURES } from '#server/boot/features.ts'
import { registerFeatures } from '#server/shared/feature.ts'
import { config } from '#server/platform/config.ts'
import { REFUSED_START } from '#server/platform/exit-codes.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { migrate } from '#server/platform/mongo/migrate.ts'
import { openStore } from '#server/boot/open-store.ts'
import { closeSharedMemory } from '#server/platform/shared-memory.ts'
import { readArguments } from './command-line.ts'
import { CAST, DEMO_PASSWORD, emailOf } from './seed/cast.ts'
import { plant } from './seed/plant.ts'
import { beginSeed, endSeed, removeDemo, seedState } from './seed/progress.ts'

/**
 * `npm run seed`: fills the database with demo data, beside a running server or without one. The same seed
 * gives the same data. Refused in production. A run that was interrupted is removed by the next one, which starts again.
 */
const { values } = readArguments({
  usage: 'npm run seed -- [--seed N] [--people N] [--posts N]',
  about: 'Fills the database with demo data. Refused in production.',
  options: {
    seed: { type: 'string', default: '7' },
    people: { type: 'string', default: '140' },
    posts: { type: 'string', default: '3000' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

if (config.NODE_ENV === 'production') {
  console.error(
    "There is no demo world in production: everybody can read its passwords, the admin's too, in the source code. Register in the browser instead, then make yourself an admin: npm run admin -- grant HANDLE",
  )
  process.exit(REFUSED_START)
}
registerFeatures(FEATURES)
const store = await openStore(config, { role: 'guest' })
try {
  await connectStore(store.uri)
  await migrate({ models, migrations })
  const state = await seedState()
  if (state === 'done') say(`The demo world is already there.`)
  else {
    if (state === 'interrupted') {
      say('An earlier run was interrupted. Its demo data is removed first.')
      await removeDemo()
    }
    await beginSeed()
    await plant({ seed: Number(values.seed), crowd: Number(values.people), posts: Number(values.posts) }, say)
    await endSeed()
  }
  const king = CAST[0]!
  say(
    `${BRAND.name} is furnished. Log in as ${emailOf(king)} (an admin) or ${emailOf(CAST[1]!)}, password ${DEMO_PASSWORD}`,
  )
} finally {
  await disconnectStore()
  closeSharedMemory()
  await store.close()
}
