import { afterEach } from 'vitest'
import { forgetLogs, lastLinesOfAll } from './server-logs.ts'

// A failed test prints what the server processes that it had said last.
afterEach(({ task }) => {
  const lines = task.result?.state === 'fail' ? lastLinesOfAll() : []
  if (lines.length > 0) console.error(lines.join('\n'))
  forgetLogs()
})
