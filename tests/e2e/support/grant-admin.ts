import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** `npm run admin -- grant`, beside the running server as an operator would. */
export async function grantAdmin(handle: string, dataDir = process.env['E2E_DATA_DIR']): Promise<void> {
  // A build in this worker may have called it production.
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir }
  await run('node', ['scripts/admin.ts', 'grant', handle], { env })
}
