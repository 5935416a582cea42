import { randomUUID } from 'node:crypto'

/** The name of this server process among all of the installation: in its crash note, in Redis and on the Sewer Map. */
export const PROCESS_ID = randomUUID()
