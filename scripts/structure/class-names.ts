import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Keyframes of styles/motion.css may be played anywhere.
const UI_CLASS = /(?<!animation: )\brf-[a-z]/

/** Where a screen names a class of the design system (src/client/ui/README.md): a line each. */
export const foreignClasses = (root: string): string[] =>
  globSync('src/client/{app,features}/**/*.{css,tsx}', { cwd: root }).flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        UI_CLASS.test(line) ? [`ui-classes: ${file}:${at + 1} names an rf-* class`] : [],
      ),
  )
