import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** What a command takes, and the texts of its help. */
export interface CommandLine<O extends Options = Options> {
  /** Without the word 'Usage': `npm run backup -- FOLDER`. */
  readonly usage: string
  readonly about: string
  readonly options?: O
  /** The least and the most arguments that are no options. */
  readonly positionals?: readonly [least: number, most: number]
}

/** As parseArgs answers. */
export type Arguments<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>

/**
 * Reads the arguments of a command. Ends the process with the help where it is asked for, and with a sentence where
 * the arguments are not those of the command: nothing is done then.
 */
export function readArguments<const O extends Options>(
  { usage, about, options, positionals: [least, most] = [0, 0] }: CommandLine<O>,
  args: readonly string[] = process.argv.slice(2),
): Arguments<O> {
  if (args.includes('--help')) {
    process.stdout.write(`Usage: ${usage}\n\n${about}\n`)
    process.exit(0)
  }
  try {
    const found = parseArgs({
      args: [...args],
      options: options ?? ({} as O),
      allowPositionals: true,
      strict: true,
    })
    if (found.positionals.length < least) throw new Error('Something is missing.')
    if (found.positionals.length > most) throw new Error(`'${found.positionals[most]}' is one too many.`)
    return found
  } catch (error) {
    console.error(`${(error as Error).message.split('. ')[0]}\nUsage: ${usage}`)
    process.exit(1)
  }
}
