import path from 'node:path'
import { MongoClient, type Db, type Document } from 'mongodb'
import { config } from '#server/platform/config.ts'
import { openStore } from '#server/boot/open-store.ts'
import { fault, ok, reasonOf, warning, type Check, type Finding } from './finding.ts'

const WAIT_MS = 5_000
/** The oldest version that the product is tested with. */
const OLDEST = 6
/** NTP keeps clocks within milliseconds. */
const CLOCKS_MS = 1_000
/** As OPERATIONS asks for. */
const LOCKED_SECONDS = 3
const PROBE = 'doctor'

const note = (line: string): void => console.error(line)

export const checkStore: Check = { part: 'database', look: lookAtStore }

async function lookAtStore(): Promise<Finding[]> {
  const store = await openStore(config, { role: 'guest', log: { info: note, warn: note, error: note } })
  const client = new MongoClient(store.uri, { serverSelectionTimeoutMS: WAIT_MS, socketTimeoutMS: WAIT_MS })
  try {
    await client.connect()
    const asked = Date.now()
    const hello = await client.db().admin().command({ hello: 1 })
    const middle = (asked + Date.now()) / 2
    const where = store.embedded
      ? [
          warning(
            `The embedded one in ${path.resolve(config.DATA_DIR)} is used, which is for development. Production sets MONGODB_URI.`,
          ),
        ]
      : []
    return [
      ...where,
      await kindOf(client.db(), hello),
      clockOf(hello, middle),
      ...(await rightsIn(client.db())),
    ]
  } catch (error) {
    return [
      fault(
        `It does not answer (${reasonOf(error)}). Start it, let this machine reach it, or correct MONGODB_URI with its user and password.`,
      ),
    ]
  } finally {
    await client.close()
    await store.close()
  }
}

async function kindOf(db: Db, { setName, msg, hosts }: Document): Promise<Finding> {
  if (!setName && msg !== 'isdbgrid')
    return fault(
      'It is no replica set, and the server needs transactions: start it with --replSet, then rs.initiate().',
    )
  const { version } = (await db.command({ buildInfo: 1 })) as unknown as { version: string }
  if (Number.parseInt(version, 10) < OLDEST)
    return fault(`It is MongoDB ${version}; the server needs ${OLDEST}.0 or newer.`)
  const members = (hosts as string[] | undefined)?.length ?? 1
  const said = `MongoDB ${version}, replica set of ${members}`
  return members < 3 && config.NODE_ENV === 'production'
    ? warning(`${said}: with fewer than three members a broken machine stops the service or loses data.`)
    : ok(`${said}.`)
}

function clockOf({ localTime }: Document, middle: number): Finding {
  const ms = Math.round((localTime as Date).getTime() - middle)
  const said = `This machine's clock is ${Math.abs(ms)} ms ${ms > 0 ? 'behind' : 'ahead of'} the database's`
  return Math.abs(ms) <= CLOCKS_MS
    ? ok(`${said}.`)
    : fault(
        `${said}; at most ${CLOCKS_MS} ms are right. Let both follow a time server (chrony, systemd-timesyncd).`,
      )
}

async function rightsIn(db: Db): Promise<Finding[]> {
  try {
    const probe = db.collection(PROBE, { writeConcern: { w: 'majority', wtimeoutMS: WAIT_MS } })
    await probe.insertOne({ at: new Date() })
    await probe.createIndex({ at: 1 })
    await probe.drop()
  } catch (error) {
    return [
      fault(
        `It cannot be written to (${reasonOf(error)}). Give the user of MONGODB_URI the role readWrite on the database ${db.databaseName}, and see that a majority of the members is there.`,
      ),
    ]
  }
  return [
    ok(`It can be written to, and the write is on a majority of the members.`),
    ...(await lifetimeOf(db)),
  ]
}

/** Only an administrator of the database may read this: without the right nothing is said. */
async function lifetimeOf(db: Db): Promise<Finding[]> {
  const name = 'transactionLifetimeLimitSeconds'
  const answer = await db
    .admin()
    .command({ getParameter: 1, [name]: 1 })
    .catch(() => null)
  const seconds = answer?.[name] as number | undefined
  if (seconds === undefined || seconds <= LOCKED_SECONDS) return []
  return [
    warning(
      `${name} is ${seconds}: after a kill others wait so long. Set it to ${LOCKED_SECONDS} (OPERATIONS, 'Limits that must fit together').`,
    ),
  ]
}
