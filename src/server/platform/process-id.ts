import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** The name of this server process among all of the installation: in its crash note, in Redis and on the Sewer Map. */
export const PROCESS_ID = randomUUID()

/** Its machine and number, for people: 'web-1:4711'. */
export const PROCESS_NAME = `${hostname()}:${process.pid}`
