import { useEffect } from 'react'

/**
 * Stands in for `react-style-singleton` (aliased in vite.config.ts), which Radix's scroll lock uses to add a
 * <style> element. The page's Content-Security-Policy allows none; a constructed sheet is not markup and
 * passes.
 */
export const stylesheetSingleton = () => {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add: (css: string) => {
      users += 1
      if (sheet) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css + keepGutter())
      document.adoptedStyleSheets.push(sheet)
    },
    remove: () => {
      users -= 1
      if (users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      sheet = null
    },
  }
}

/**
 * The lock replaces the width of the scroll bar by a margin, but measures none on a page that does not scroll.
 * Such a page has a gutter (base.css) that the lock removes as well, and would move without this rule.
 */
const keepGutter = (): string =>
  `body[data-scroll-locked] { margin-right: ${innerWidth - document.documentElement.offsetWidth}px !important }`

/** Hook form: the sheet lives as long as one component that uses it. */
export const styleHookSingleton = () => {
  const sheet = stylesheetSingleton()
  return (styles: string, dynamic?: boolean) => {
    useEffect(() => {
      sheet.add(styles)
      return () => sheet.remove()
      // oxlint-disable-next-line exhaustive-deps -- the original's contract: only a dynamic sheet follows its text
    }, [dynamic ? styles : ''])
  }
}

/** Component form. */
export const styleSingleton = () => {
  const useStyle = styleHookSingleton()
  return ({ styles, dynamic }: { styles: string; dynamic?: boolean }) => {
    useStyle(styles, dynamic)
    return null
  }
}
