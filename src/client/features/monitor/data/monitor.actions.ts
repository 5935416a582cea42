import type { TestError } from '#contract/monitor.constants.ts'
import type { ManualFixView } from '#contract/monitor.ts'
import {
  postCheck,
  postDiscard,
  postManualFix,
  postResolved,
  postRetry,
  postTestError,
} from './monitor.api.ts'
import { monitorStatus } from './monitor.store.ts'

// All for admins only, and all throw ApiError.

/** Runs the health checks now. */
export async function forceCheck(): Promise<void> {
  monitorStatus.apply(await postCheck())
}

/** Causes a test error for the monitor. */
export const causeTestError = (errorType: TestError): Promise<void> => postTestError(errorType)

/** Looks for a repair of an error by its message. */
export async function manualFix(errorMessage: string): Promise<ManualFixView> {
  const answer = await postManualFix(errorMessage)
  await monitorStatus.load()
  return answer
}

/** Gives a dead job another attempt. */
export async function retryJob(id: string): Promise<void> {
  await postRetry(id)
  await monitorStatus.load()
}

export async function discardJob(id: string): Promise<void> {
  await postDiscard(id)
  await monitorStatus.load()
}

/** Marks an error group as resolved, or as open again. */
export async function setResolved(id: string, resolved: boolean): Promise<void> {
  await postResolved(id, resolved)
  await monitorStatus.load()
}
