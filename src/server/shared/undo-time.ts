import { config } from '#server/platform/config.ts'

let undoMs = config.UNDO_MS

/** How long one can undo what one has just deleted or sent, ms; 0: never. */
export const undoTime = (): number => undoMs

/** Sets it, for tests; without an argument as the setting says. */
export const setUndoTime = (ms: number = config.UNDO_MS): void => void (undoMs = ms)
