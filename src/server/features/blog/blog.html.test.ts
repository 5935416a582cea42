import { describe, expect, it } from 'vitest'
import { htmlOf } from './blog-html.ts'

const OUTSIDE = 'rel="nofollow noopener" target="_blank"'

describe('The HTML of a blog article', () => {
  it('has everything that Markdown offers', () => {
    expect(htmlOf('## Two\n\n**bold** *em* ~~gone~~ `code`\n\n> quote\n\n- a\n- b\n\n3. c')).toBe(
      '<h2 id="two">Two</h2><p><strong>bold</strong> <em>em</em> <del>gone</del> <code>code</code></p>' +
        '<blockquote><p>quote</p></blockquote><ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>',
    )
    expect(htmlOf('| a | b |\n|:--|--:|\n| 1 | 2 |')).toBe(
      '<table><thead><tr><th align="left">a</th><th align="right">b</th></tr></thead>' +
        '<tbody><tr><td align="left">1</td><td align="right">2</td></tr></tbody></table>',
    )
    expect(htmlOf('- [x] done')).toContain('<input checked disabled type="checkbox" />')
    expect(htmlOf('```js\na < b\n```')).toBe('<pre><code>a &lt; b</code></pre>')
  })

  it.each([
    ['これは**強調**です', 'これは<strong>強調</strong>です'],
    ['**「強調」**です', '<strong>「強調」</strong>です'],
    ['文**（強調）**続き', '文<strong>（強調）</strong>続き'],
    ['中文**加粗。**后面', '中文<strong>加粗。</strong>后面'],
    ['文*「強調」*です', '文<em>「強調」</em>です'],
    ['文***「強調」***です', '文<em><strong>「強調」</strong></em>です'],
    ['`文**「x」**です`', '<code>文**「x」**です</code>'],
    ['2 * 3 * 4 “**x**”', '2 * 3 * 4 “<strong>x</strong>”'],
  ])('has emphasis beside the signs of scripts without spaces: %j', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(`<p>${html}</p>`)
  })

  it.each([
    ['見て https://a.example/foo。次', 'https://a.example/foo', '。次'],
    ['“https://a.example/x”', 'https://a.example/x', '”'],
    ['（www.a.example）<です', 'https://www.a.example', '）&lt;です'],
    ['https://a.example/wiki/日本語 x', 'https://a.example/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E', ' x'],
    ['(https://a.example/a_(b)).', 'https://a.example/a_(b)', ').'],
    ['[x](https://a.example/。)', 'https://a.example/%E3%80%82', ''],
  ])('links addresses as posts do: %j', (markdown, href, tail) => {
    expect(htmlOf(markdown)).toMatch(/<a href="[^"]*"/)
    expect(htmlOf(markdown)).toContain(`<a href="${href}" ${OUTSIDE}>`)
    expect(htmlOf(markdown).split('</a>')[1]).toBe(`${tail}</p>`)
  })

  it('keeps line breaks, and has no heading of the first level', () => {
    expect(htmlOf('Hear ye.\nHear ye.')).toBe('<p>Hear ye.\nHear ye.</p>')
    expect(htmlOf('One  \ntwo')).toBe('<p>One<br />two</p>')
    expect(htmlOf('# One')).toBe('<h2 id="one">One</h2>')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>p { display: none }</style>',
    '<!-- comment -->',
    '**<iframe src="/feed"></iframe>**',
  ])('shows the HTML %s as text', (html) => {
    const shown = htmlOf(html)
    expect(shown.replace(/<\/?(?:p|strong)>/g, '')).not.toContain('<')
    expect(shown).toContain('&lt;')
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'java\tscript:alert(1)',
    'vbscript:x',
    'data:text/html;base64,eA==',
    'file:///etc/passwd',
  ])('removes the address %s', (address) => {
    expect(htmlOf(`[x](${address})`)).toBe(`<p><a ${OUTSIDE}>x</a></p>`)
    expect(htmlOf(`![x](${address})`)).not.toMatch(/src|href|script/)
  })

  it('opens links in a new tab, without a referrer or opener', () => {
    expect(htmlOf('[x](https://a.example "t")')).toBe(
      `<p><a href="https://a.example" title="t" ${OUTSIDE}>x</a></p>`,
    )
    expect(htmlOf('[x](/feed) <me@a.example>')).toBe(
      `<p><a href="/feed" ${OUTSIDE}>x</a> <a href="mailto:me@a.example" ${OUTSIDE}>me@a.example</a></p>`,
    )
  })

  it('drops attributes hidden in the Markdown', () => {
    expect(htmlOf('[x](https://a.example "t\\" onclick=\\"y")')).toBe(
      `<p><a href="https://a.example" title="t&quot; onclick=&quot;y" ${OUTSIDE}>x</a></p>`,
    )
    expect(htmlOf('## "x" onclick="y"')).toMatch(/^<h2 id="[\w-]*">/)
  })

  it('shows pictures of this site, and links pictures of other sites', () => {
    expect(htmlOf('![near](/objects/x.png)')).toBe(
      '<p><img src="/objects/x.png" alt="near" loading="lazy" /></p>',
    )
    for (const address of ['https://a.example/x.png', '//a.example/x.png', '/\\a.example/x.png'])
      expect(htmlOf(`![far](${address})`)).toMatch(
        /^<p><a href="[^"]*" rel="[^"]*" target="_blank">far<\/a><\/p>$/,
      )
  })

  it('is made quickly even from hostile Markdown', () => {
    for (const part of ['[', '*a ', '`a', '>', '![a](', '**_', '<a '])
      expect(htmlOf(part.repeat(50_000 / part.length)).length).toBeGreaterThan(0)
  })
})
