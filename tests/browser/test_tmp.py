def test_x(small, visit, book):
    for p in small.pages:
        page = visit(small.url + p)
        page.wait_for_timeout(300)
        page.screenshot(path="/tmp/tb/"+p.replace("/","_")+".png", full_page=True)
        print(p, visit.faults, page.evaluate("document.querySelectorAll('.live').length"))
    visit.faults.clear()
