def test_x(small, visit):
    page = visit("about://x") if 0 else visit(small.url + "loose.html")
    page.on("pageerror", lambda e: print(e.stack[:600]))
    page.goto(small.url+"chapters/walks.html")
    page.wait_for_timeout(300)
    visit.faults.clear()
