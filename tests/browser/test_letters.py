"""The table of pairs: a name is written through it."""

from playwright.sync_api import expect

PAGE = "chapters/18-next-letter.html"


def shown(page):
    """The table; a question holds it back."""
    page.locator(".predict", has_text="somewhere in a name").get_by_text("Show me").click()
    return page.locator("letter-table")


def test_a_pair_is_as_likely_as_the_names_say(anew, book):
    """By keys: `.`, `a`, end; the counts are those of the page."""
    page = anew(book.url + PAGE)
    table = shown(page)
    says = table.get_by_role("status")
    expect(table.locator("rect")).to_have_count(27 * 27 + 1)
    first = table.get_by_role("button", name="a, ")
    first.focus()
    page.keyboard.press("Enter")
    expect(says).to_contain_text("So far: a.")
    expect(table.get_by_role("button", name="a, ")).to_be_focused()
    table.get_by_role("button", name="end, ").click()
    expect(says).to_contain_text(
        "a. came 1369 times out of 3565, a probability of 0.384. You wrote a."
    )


def test_what_never_came_is_told(anew, book):
    """After `q` comes nothing but `u`; a click into a column is a letter, too."""
    page = anew(book.url + PAGE)
    table = shown(page)
    table.get_by_role("button", name="q, ").click()
    table.get_by_role("button", name="x, ").click()
    says = table.get_by_role("status")
    expect(says).to_contain_text("no name in the list goes on like that")
    box = table.locator("svg").bounding_box()
    column = box["width"] * (1.2 + 21.5) / 28.4  # that of `u`
    table.locator("svg").click(position={"x": column, "y": box["height"] / 2})
    expect(says).to_contain_text("So far: qu.")


def test_a_table_writes_names_by_itself(anew, book):
    """Each letter has its probability; a name of twelve letters ends without a dot."""
    page = anew(book.url + PAGE)
    page.emulate_media(reduced_motion="reduce")
    writer = page.locator("letter-writer")
    writer.get_by_role("button", name="Write a name").click()
    says = writer.get_by_role("status")
    expect(says).to_contain_text("Written so far: ")
    letters = writer.locator("ruby").evaluate_all("all => all.map(one => one.firstChild.data)")
    shares = writer.locator("rt").all_inner_texts()
    assert len(letters) == len(shares) <= 12
    assert all(1 <= int(share.strip("<%")) <= 100 for share in shares)
    name = "".join(letters).removesuffix(".") or "(nothing)"
    expect(says).to_have_text(f"Written so far: {name}.")
    writer.get_by_role("button", name="Write another").click()
    expect(says).to_contain_text(f"Written so far: {name}, ")
