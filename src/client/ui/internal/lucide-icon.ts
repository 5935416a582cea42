import { clsx } from 'clsx'
import type { LucideProps } from 'lucide-react'
import { createElement } from 'react'

interface IconData {
  name: string
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
  aliases?: readonly string[]
}

const isNamed = ([prop, value]: [string, unknown]): boolean =>
  value != null && (prop.startsWith('aria-') || prop === 'role' || prop === 'title')

/**
 * In place of the function of the icon library (vite.config.ts), with the same markup. The library's has
 * options that nothing here uses, and every page would load them: 1 kB.
 */
const createLucideIcon =
  ({ name, node, aliases = [] }: IconData) =>
  ({ size = 24, strokeWidth = 2, color = 'currentColor', className, children, ...rest }: LucideProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: clsx(
          'lucide',
          [name, ...aliases].map((one) => `lucide-${one}`),
          className,
        ),
        'aria-hidden': children || Object.entries(rest).some(isNamed) ? undefined : 'true',
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    )

// oxlint-disable-next-line import/no-default-export -- the library's icons import it so
export default createLucideIcon
