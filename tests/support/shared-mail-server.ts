import { startMailServer } from './mail.ts'

/** The mail server of the files that share one server of the product (`shareServerWith`). */
export const mailServer = await startMailServer()
