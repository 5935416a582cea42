import { JSDOM } from 'jsdom'

// One window for all documents: to make one costs more than to parse a page.
const { DOMParser } = new JSDOM().window
const parser = new DOMParser()

/** The document of a page's HTML, without its scripts. */
export const documentOf = (html: string): Document => parser.parseFromString(html, 'text/html')
