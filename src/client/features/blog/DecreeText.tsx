/**
 * The text of a decree (product section 2, Blog). The server makes this HTML out of Markdown and sanitises it.
 * Line breaks are kept by the style.
 */
export const DecreeText = ({ html }: { html: string }) => (
  <div className="s-decree-text">
    <div dangerouslySetInnerHTML={{ __html: html }} />
  </div>
)
