import type { Page } from 'playwright'
import { expect } from './test.ts'
import { answerTo } from '#tests/support/puzzles.ts'

/** Reads the puzzle as a person does, and answers it. */
export async function solvePuzzle(page: Page): Promise<void> {
  const question = (await page.getByText(/^(What is|Click on the) /).textContent()) ?? ''
  await page.getByRole('button', { name: answerTo({ question }), exact: true }).click()
  // The puzzle folds with the answer, and what is below it moves.
  await expect(page.getByText('Verified.')).toBeVisible()
}
