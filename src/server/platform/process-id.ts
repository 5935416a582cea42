import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** The name of this server process among all of the installation: in its crash note, in Redis and on the Sewer Map. */
export const PROCESS_ID = randomUUID()

let task = ''

/** Names what this process does, where it is no server: it has no pages, and hears of no change. */
export const nameTask = (words: string): void => void (task = ` (${words})`)
export const isServer = (): boolean => task === ''

/** Its machine and number, for people: 'web-1:4711'. */
export const processName = (): string => `${hostname()}:${process.pid}${task}`
