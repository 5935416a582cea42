import { reserveGoogle } from './google.ts'

/** For the files that share one server of the product (`shareServerWith`). */
export const google = await reserveGoogle()
