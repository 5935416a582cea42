import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Calls `work` with the path of a file of this size, which takes no room on the disk and is deleted afterwards.
 * Browsers open a path at once, where the content itself would be sent to them and read by a script: seconds on
 * a busy machine.
 */
export async function withLargeFile(
  name: string,
  bytes: number,
  work: (file: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-large-'))
  try {
    const file = path.join(folder, name)
    const handle = await open(file, 'w')
    await handle.truncate(bytes)
    await handle.close()
    await work(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
