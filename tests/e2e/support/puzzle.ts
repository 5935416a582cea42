import type { Page } from 'playwright'
import { answerTo } from '#tests/support/puzzles.ts'

/** Reads the puzzle as a person does, and answers it. */
export async function solvePuzzle(page: Page): Promise<void> {
  const question = (await page.getByText(/^(What is|Click on the) /).textContent()) ?? ''
  if (!question.startsWith('What is'))
    return page.getByRole('button', { name: answerTo({ question }), exact: true }).click()
  await page.getByLabel('Your answer').fill(answerTo({ question }))
  await page.getByLabel('Your answer').press('Enter')
}
