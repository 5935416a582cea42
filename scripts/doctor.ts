import { ON_PURPOSE, processConfig } from '#server/platform/load-config.ts'
import { readArguments } from './command-line.ts'
import { fault, type Finding } from './doctor/finding.ts'

readArguments({
  usage: 'npm run doctor',
  about:
    'Checks the settings and everything that the server needs: database, Redis, folders, bucket, mail server, ffmpeg,\nopen files, clocks, the public address. Run it with the settings of the server, on its machine. It changes nothing\nand sends no mail. Ends with 1 when something is wrong.',
})

/** Prints the findings about a part, and returns whether one of them is a fault. */
function tell(part: string, findings: readonly Finding[]): boolean {
  for (const { verdict, says } of findings)
    process.stdout.write(`${verdict.padEnd(9)}${part.padEnd(12)}${says}\n`)
  return findings.some(({ verdict }) => verdict === 'fault')
}

let isWrong = false
try {
  processConfig()
} catch (error) {
  const sentences = (error as Error).message.split('\n').filter((sentence) => sentence !== ON_PURPOSE)
  isWrong = tell(
    'settings',
    sentences.map((sentence) => fault(sentence)),
  )
}
if (isWrong) process.stdout.write('The rest can be checked when the settings are right.\n')
else {
  // Their modules read the settings when they are loaded.
  const { CHECKS, closeChecks } = await import('./doctor/checks.ts')
  for (const { part, look } of CHECKS) {
    const found = await look().catch((error: unknown) => fault((error as Error).message))
    isWrong = tell(part, 'verdict' in found ? [found] : found) || isWrong
  }
  closeChecks()
}
process.exitCode = isWrong ? 1 : 0
