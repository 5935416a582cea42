import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'

/**
 * May it be submitted? The button hangs on it (product section 5). Apart from the rules' sentences, which the
 * first page does not need.
 */
export const canFlush = (text: string): boolean => isVisible(text) && text.length <= LIMITS.postText
