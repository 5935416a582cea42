import { z } from 'zod'
import { Settings } from '#server/platform/settings.ts'

interface Shape {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly default?: string | number | boolean
  readonly description?: string
}

/** Every setting, its values, default and meaning, as a Markdown table. */
export function settingsTable(): string {
  const { properties = {} } = z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties as Record<string, Shape>).map(([name, shape]) => row(name, shape))
  return ['| Setting | Value | Default | What it does |', '|---|---|---|---|', ...rows].join('\n')
}

const row = (name: string, { default: fallback, description = '', ...shape }: Shape) =>
  `| \`${name}\` | ${valueOf(shape)} | ${fallback === undefined ? '' : `\`${String(fallback)}\``} | ${description} |`

function valueOf({ type = 'string', format, enum: choices }: Shape): string {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (format === 'uri') return 'URL'
  return { integer: 'whole number', number: 'number', string: 'text' }[type] ?? type
}
